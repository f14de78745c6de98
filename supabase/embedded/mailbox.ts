/**
 * Runs the development mailbox: an SMTP server that delivers nothing, pages that show what came, and the part of Mailpit's
 * API that tests use, so that they run unchanged against `supabase start`. Mails live in memory.
 */
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { SMTPServer } from 'smtp-server'
import { htmlPage, listPage, mailPage } from './mailbox-pages.ts'
import { isReportKind, type ReportTarget, sendReport } from './mailbox-reports.ts'
import { contentOf, MailStore, toMessage, toSummary } from './mailbox-store.ts'
import { StackError } from './stack-error.ts'

export type Mailbox = {
  /** Holds the URL of the pages and the API. */
  url: string
  /** Holds the address of the SMTP server: no user, no password, no TLS. */
  smtpUrl: string
  close(): Promise<void>
}

const host = '127.0.0.1'
const largestMail = 25 * 1024 * 1024

/**
 * Starts the mailbox on this machine only.
 * @param ports.smtp and ports.web: 0 takes any free port
 * @throws a StackError with one sentence when a port is taken
 */
export async function startMailbox(
  ports: { smtp: number; web: number },
  site?: ReportTarget,
): Promise<Mailbox> {
  const store = new MailStore()
  const smtp = await startSmtp(store, ports.smtp)
  try {
    const web = await startWeb(store, ports.web, site)
    return {
      url: web.url,
      smtpUrl: smtp.url,
      async close() {
        await Promise.all([smtp.close(), web.close()])
      },
    }
  } catch (error) {
    await smtp.close()
    throw error
  }
}

type Listening = { url: string; close(): Promise<void> }

function startSmtp(store: MailStore, port: number): Promise<Listening> {
  const server = new SMTPServer({
    banner: 'mailbox of the embedded stack',
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    size: largestMail,
    rejectOversized: true,
    closeTimeout: 1000,
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => {
        if (!stream.sizeExceeded) chunks.push(chunk)
      })
      stream.on('end', () => {
        if (stream.sizeExceeded) return done()
        store.add(Buffer.concat(chunks)).then(() => done(), done)
      })
    },
  })
  return new Promise((resolve, reject) => {
    const refuse = (error: Error) => reject(explain(error, port, 'mailbox, SMTP'))
    server.once('error', refuse)
    server.listen(port, host, () => {
      server.off('error', refuse)
      // Ignores clients that disconnect in the middle.
      server.on('error', () => {})
      const address = server.server.address()
      resolve({
        url: `smtp://${host}:${isAddressInfo(address) ? address.port : port}`,
        close: () => new Promise((closed) => server.close(() => closed())),
      })
    })
  })
}

function isAddressInfo(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === 'object' && address !== null
}

function startWeb(store: MailStore, port: number, site: ReportTarget | undefined): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const refuse = (error: Error) => reject(explain(error, port, 'mailbox'))
    const server = serve(
      { port, hostname: host, fetch: (request) => handleRequest(store, request, site) },
      (info) => {
        server.off('error', refuse)
        resolve({
          url: `http://${host}:${info.port}`,
          close: () =>
            new Promise((closed) => {
              server.close(() => closed())
              if ('closeAllConnections' in server) server.closeAllConnections()
            }),
        })
      },
    )
    server.once('error', refuse)
  })
}

function explain(error: Error, port: number, what: string): Error {
  if (!('code' in error) || error.code !== 'EADDRINUSE') return error
  return new StackError(
    `Port ${port} (${what}) is in use: stop what uses it, or set STACK_PORT to another base.`,
  )
}

/** Names under which this machine's own browser reaches the mailbox; others may be a foreign page's trick. */
const ownNames = new Set(['127.0.0.1', 'localhost', '[::1]'])

async function handleRequest(
  store: MailStore,
  request: Request,
  site: ReportTarget | undefined,
): Promise<Response> {
  const url = new URL(request.url)
  if (!ownNames.has(url.hostname)) return new Response('Not here', { status: 403 })
  const [, area, id = '', part, index] = url.pathname.split('/')
  if (url.pathname.startsWith('/api/v1/')) return handleApiRequest(store, request, url)
  if (request.method === 'POST' && area === 'mail' && part === 'report' && site)
    return await report(store, request, id, site)
  if (request.method !== 'GET') return new Response('Method not allowed', { status: 405 })
  if (url.pathname === '/') return page(listPage(store.find(url.searchParams.get('query') ?? '')))
  const mail = area === 'mail' ? store.get(id) : undefined
  if (mail && part === undefined)
    return page(mailPage(mail, site !== undefined, url.searchParams.get('reported') ?? ''))
  if (mail && part === 'html') return htmlPage(mail)
  const attachment = part === 'part' ? mail?.attachments[Number(index)] : undefined
  if (attachment) {
    const name = encodeURIComponent(attachment.filename ?? 'attachment')
    return new Response(contentOf(attachment), {
      headers: {
        'content-type': attachment.mimeType,
        'content-disposition': `attachment; filename*=UTF-8''${name}`,
        'x-content-type-options': 'nosniff',
      },
    })
  }
  return new Response('Not found', { status: 404 })
}

/** Reports to the site what a button of a mail says, as a mail provider would, and shows the mail again. */
async function report(store: MailStore, request: Request, id: string, site: ReportTarget): Promise<Response> {
  // Forms of other pages may not press it.
  const origin = request.headers.get('origin')
  if (origin !== null && origin !== new URL(request.url).origin)
    return new Response('Not here', { status: 403 })
  const mail = store.get(id)
  const kind = isReportKind((await request.formData()).get('kind'))
  if (!mail || !kind) return new Response('Not found', { status: 404 })
  const done = await sendReport(mail, kind, site)
  const reported = done ? kind : 'failed'
  return new Response(null, { status: 303, headers: { location: `/mail/${mail.id}?reported=${reported}` } })
}

function page(html: string): Response {
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; form-action 'self'; base-uri 'none'",
    },
  })
}

function handleApiRequest(store: MailStore, request: Request, url: URL): Response {
  const query = url.searchParams.get('query') ?? ''
  const route = `${request.method} ${url.pathname.replace('/api/v1', '').replace(/^\/message\/[^/]+/, '/message/*')}`
  const id = url.pathname.split('/')[4] ?? ''
  switch (route) {
    case 'GET /messages':
    case 'GET /search': {
      const found = store.find(query)
      const start = Number(url.searchParams.get('start') ?? 0)
      const limit = Number(url.searchParams.get('limit') ?? 50)
      const messages = found.slice(start, start + limit).map(toSummary)
      const total = store.find().length
      return Response.json({
        total,
        unread: total,
        count: messages.length,
        messages_count: found.length,
        messages_unread: found.length,
        start,
        tags: [],
        messages,
      })
    }
    case 'DELETE /messages':
    case 'DELETE /search':
      store.remove(store.find(query))
      return new Response('ok')
    case 'GET /message/*':
    case 'GET /message/*/headers': {
      const mail = store.get(id)
      if (!mail) return new Response('not found', { status: 404 })
      if (!route.endsWith('headers')) return Response.json(toMessage(mail))
      const headers: Record<string, string[]> = {}
      for (const { originalKey, value } of mail.headers)
        headers[originalKey] = [...(headers[originalKey] ?? []), value]
      return Response.json(headers)
    }
    default:
      return new Response('not found', { status: 404 })
  }
}
