import { createContext, useContext } from 'react'

const NonceContext = createContext<string | undefined>(undefined)

/** Hands the nonce of the answer's Content-Security-Policy to every component that renders an inline script. */
export const NonceProvider = NonceContext.Provider

/** The nonce for `Scripts`, `ScrollRestoration` and other inline scripts; undefined in the browser, which hides nonces. */
export function useNonce(): string | undefined {
  return useContext(NonceContext)
}
