from crosswright.layouts.proving.plain import ProofSearch as ProofSearch
