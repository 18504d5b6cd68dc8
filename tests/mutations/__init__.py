"""Small mistakes in the product code, each with the tests that find it."""
