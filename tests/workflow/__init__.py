"""Tests of the workflow: real runs on miniature boards, reruns, interruptions, faults."""
