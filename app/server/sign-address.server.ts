import { createHmac } from 'node:crypto'

/**
 * Signs a network address for the Data API: whoever calls the API directly can send any header, so the database believes an
 * address only with a signature that the site alone can make.
 * @param key of `read_address_key`, in hexadecimal
 * @param address as the server saw it
 * @param userId of the person whose request it is; the signature is of no use to another one
 * @returns the value of the header `x-visitor-address`, good for five minutes
 */
export function signAddress(key: string, address: string, userId: string): string {
  const seconds = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', Buffer.from(key, 'hex'))
    .update(`${address} ${seconds} ${userId}`)
    .digest('hex')
  return `${address} ${seconds} ${signature}`
}
