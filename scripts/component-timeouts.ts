import { configure } from '@testing-library/react'

/**
 * Sets the tests' timeout for elements to appear. It ends a wait that would last for ever, and is no measure of
 * speed.
 */
configure({ asyncUtilTimeout: 60_000 })
