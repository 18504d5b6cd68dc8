"""The workflow as people use it: real runs on miniature boards, reruns, interruptions, faults."""
