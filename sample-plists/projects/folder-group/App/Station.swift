enum Station {}
