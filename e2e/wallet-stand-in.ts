import { once } from 'node:events'
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { TLSSocket } from 'node:tls'

/** Says what a wallet's maker was sent: the path, the headers and the body as text, and whether a certificate of the issuer signed it. */
export type Told = {
  method: string
  path: string
  headers: Record<string, unknown>
  body: string
  isSigned: boolean
}

/**
 * Stands in for the hosts of Apple's pushes (HTTP/2, certificates on both sides) and of Google's API (HTTP/1.1) at one address.
 * @param host certificate of `localhost` and its key
 * @param issuer certificate that has issued those of senders of pushes
 * @param respond decides the response: its status and body
 */
export async function openWalletStandIn(
  host: { cert: string; key: string },
  issuer: string,
  respond: (told: Told) => { status: number; body?: object },
) {
  const told: Told[] = []
  const server = createSecureServer({
    ...host,
    ca: issuer,
    requestCert: true,
    // Google's callers have none.
    rejectUnauthorized: false,
    allowHTTP1: true,
  })
  server.on('request', async (request: Http2ServerRequest, response: Http2ServerResponse) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const socket = request.stream?.session?.socket ?? request.socket
    const isSigned = socket instanceof TLSSocket ? socket.authorized : Reflect.get(socket, 'authorized')
    const entry = {
      method: request.method,
      path: request.url,
      headers: { ...request.headers },
      body,
      isSigned: isSigned === true,
    }
    told.push(entry)
    const { status, body: json = {} } = respond(entry)
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(json))
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { told, url: `https://localhost:${port}`, close: () => void server.close() }
}
