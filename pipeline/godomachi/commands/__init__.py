"""What `tablebases godomachi` answers.

The commands import the game when they need it: it takes a second to load, which help, the summary and errors of use do
without.
"""
