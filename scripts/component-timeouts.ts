import { configure } from '@testing-library/react'

/** For tests: how long to wait for something to appear. It ends a wait that would last for ever, and is no measure of speed. */
configure({ asyncUtilTimeout: 60_000 })
