import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { readEnv } from './env.server.ts'
import { composeMail, type Letter } from './mailer.server.ts'

/** Sends many mails over connections that stay open, and says of each what is known: for campaigns, where none may go out twice. */

/**
 * What became of a mail. `sent`: the server took it. `unconfirmed`: the end of the mail was written and no answer came, so that it may have
 * been taken. `refused`: for good. `later`: this time. `down`: the server is out of reach. `released`: it may not be sent any more.
 */
export type SendOutcome = {
  outcome: 'sent' | 'unconfirmed' | 'refused' | 'later' | 'down' | 'released'
  /** What the server said when it took the mail. */
  ref?: string
  error?: string
}

type SmtpError = Error & { responseCode?: number; command?: string }

/** Raised inside of a mail whose sender was told not to finish it: the connection ends without the end of the mail. */
class NotHandedError extends Error {}

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** Opens a connection to the mail server of the settings. @throws when it is out of reach or refuses to log in */
async function connect(): Promise<SMTPConnection> {
  const url = new URL(readEnv().SMTP_URL ?? '')
  const isSecure = url.protocol === 'smtps:'
  const connection = new SMTPConnection({
    host: url.hostname,
    port: Number(url.port || (isSecure ? 465 : 587)),
    secure: isSecure,
    ...timeouts,
  })
  const failed = new Promise<never>((_, reject) => connection.once('error', reject))
  const after = (begin: (done: (error?: Error | null) => void) => void) =>
    Promise.race([
      failed,
      new Promise<void>((resolve, reject) => begin((error) => (error ? reject(error) : resolve()))),
    ])
  await after((done) => connection.connect(done))
  // Errors of later mails come to their own callback as well.
  connection.on('error', () => {})
  const { username, password } = url
  if (username) {
    const credentials = { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
    await after((done) => connection.login({ credentials, ...credentials }, done))
  }
  return connection
}

/** Judges an error by what the server may have understood when it came. */
function outcomeOf(error: SmtpError, isHanded: boolean): SendOutcome {
  const { responseCode: code, command = '', message } = error
  if (error instanceof NotHandedError || error.message.includes(notHanded)) return { outcome: 'released' }
  if (code !== undefined) {
    // What is said of the sender or the login is said of every mail.
    if (/^(CONN|AUTH|EHLO|HELO|STARTTLS|MAIL FROM)/.test(command)) return { outcome: 'down', error: message }
    return { outcome: code >= 500 ? 'refused' : 'later', error: message }
  }
  return { outcome: isHanded ? 'unconfirmed' : 'later', error: message }
}

const notHanded = 'the mail may not be handed over'

/** One connection of several, opened when it is needed and again after an error. */
class Lane {
  #connection: SMTPConnection | null = null

  /** @param hand is asked just before the end of the mail is written, and returns whether it may be */
  async send(letter: Letter, messageId: string, hand: () => Promise<boolean>): Promise<SendOutcome> {
    const { envelope, message } = await composeMail(letter, messageId)
    try {
      this.#connection ??= await connect()
    } catch (error) {
      return { outcome: 'down', error: error instanceof Error ? error.message : String(error) }
    }
    const connection = this.#connection
    let isHanded = false
    // Is read once the server has taken sender and recipient: nothing is handed over before.
    const body = Readable.from(
      (async function* () {
        yield message
        if (!(await hand())) throw new NotHandedError(notHanded)
        isHanded = true
      })(),
      { objectMode: false },
    )
    const outcome = await new Promise<SendOutcome>((resolve) => {
      const end = () => resolve(outcomeOf(new Error('The connection was closed.'), isHanded))
      connection.once('end', end)
      connection.send(envelope, body, (error, info) => {
        connection.off('end', end)
        resolve(error ? outcomeOf(error, isHanded) : { outcome: 'sent', ref: info.response })
      })
    })
    if (outcome.outcome !== 'sent') this.close()
    return outcome
  }

  close(): void {
    this.#connection?.close()
    this.#connection = null
  }
}

/** Sends mails over at most so many connections. Close it when nothing is left to send. */
export function openBulkMailer(connections: number) {
  const free = Array.from({ length: connections }, () => new Lane())
  const lanes = [...free]
  const waiting: ((lane: Lane) => void)[] = []
  const take = () => {
    const lane = free.pop()
    return lane ? Promise.resolve(lane) : new Promise<Lane>((resolve) => waiting.push(resolve))
  }
  return {
    async send(letter: Letter, messageId: string, hand: () => Promise<boolean>): Promise<SendOutcome> {
      const lane = await take()
      try {
        return await lane.send(letter, messageId, hand)
      } finally {
        const next = waiting.shift()
        if (next) next(lane)
        else free.push(lane)
      }
    },
    close() {
      for (const lane of lanes) lane.close()
    },
  }
}
