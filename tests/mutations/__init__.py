"""Small mistakes in the product code, with the tests that find them."""
