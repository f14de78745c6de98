import { createServer, type Socket } from 'node:net'

/** An SMTP server that takes mail, answers badly where a test says so, and remembers what it took. */

/** What goes wrong with a mail: an answer at its recipient or after its end, or a connection that ends or is silent. */
export type SmtpFault =
  | { at: 'recipient' | 'end'; answer: string }
  /** The mail is not complete when the connection ends. */
  | { at: 'data' }
  /** The mail was taken, and nobody is told: the connection ends, or stays open. */
  | { at: 'taken'; isSilent: boolean }

export type SmtpSink = {
  url: string
  /** Every mail that was taken, in order: recipient and message id. */
  taken: { address: string; messageId: string }[]
  close(): Promise<void>
}

/**
 * Starts the server on this machine.
 * @param faultOf is asked for each mail, by its recipient and how often it was tried before; null lets it through
 */
export async function startSmtpSink(
  faultOf: (address: string, tries: number) => SmtpFault | null = () => null,
): Promise<SmtpSink> {
  const taken: SmtpSink['taken'] = []
  const tries = new Map<string, number>()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    socket.write('220 sink ready\r\n')
    let rest = ''
    let address = ''
    let fault: SmtpFault | null = null
    let isData = false
    const answer = (text: string) => socket.write(`${text}\r\n`)
    const takeMail = (body: string) => {
      isData = false
      if (fault?.at === 'end') return answer(fault.answer)
      taken.push({ address, messageId: /^message-id: <([^@>]+)/im.exec(body)?.[1] ?? '' })
      if (fault?.at !== 'taken') return answer(`250 2.0.0 queued as ${taken.length}`)
      if (!fault.isSilent) socket.destroy()
      return undefined
    }
    const command = (line: string) => {
      const verb = line.slice(0, 4).toUpperCase()
      if (verb === 'RCPT') {
        address = /<([^>]*)>/.exec(line)?.[1] ?? ''
        const count = tries.get(address) ?? 0
        tries.set(address, count + 1)
        fault = faultOf(address, count)
        return answer(fault?.at === 'recipient' ? fault.answer : '250 ok')
      }
      if (verb === 'DATA') {
        isData = true
        return answer('354 go on')
      }
      if (verb === 'QUIT') {
        answer('221 bye')
        return socket.end()
      }
      return answer(verb === 'EHLO' ? '250-sink\r\n250 8BITMIME' : '250 ok')
    }
    socket.on('data', (chunk) => {
      rest += chunk.toString('latin1')
      for (;;) {
        if (isData && fault?.at === 'data' && rest.length > 0) {
          socket.destroy()
          return
        }
        const mark = isData ? '\r\n.\r\n' : '\r\n'
        const end = rest.indexOf(mark)
        if (end < 0) return
        const part = rest.slice(0, end)
        rest = rest.slice(end + mark.length)
        if (isData) takeMail(part)
        else command(part)
      }
    })
  })
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const bound = server.address()
      resolve(typeof bound === 'object' && bound ? bound.port : 0)
    })
  })
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
