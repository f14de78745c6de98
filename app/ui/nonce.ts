import { createContext, useContext } from 'react'

const NonceContext = createContext<string | undefined>(undefined)

/**
 * Carries the Content-Security-Policy nonce of this response to the inline scripts. The server wraps the page in
 * it.
 */
export const NonceProvider = NonceContext.Provider

/** @returns the nonce on the server; undefined in the browser, where scripts already ran */
export function useNonce(): string | undefined {
  return useContext(NonceContext)
}
