import type { Page } from 'playwright-core'
import { takesPosts } from './site-routes.ts'

/** Lists the forms of a page that the server would not read in the way they are sent, with JavaScript or without. */

type Sender = { path: string; type: string; hasFile: boolean }

/** Lists what sends forms: each form that posts, and each button that sends its form in another way. */
function sendersOf(page: Page): Promise<Sender[]> {
  return page.evaluate(() =>
    [...document.forms].flatMap((form) => {
      const hasFile = [...form.elements].some(
        (field) => field instanceof HTMLInputElement && field.type === 'file',
      )
      const buttons = [...form.elements].filter((field) => field instanceof HTMLButtonElement)
      const own = { method: form.method, action: form.getAttribute('action'), type: form.enctype }
      const others = buttons
        .filter(({ attributes }) =>
          [...attributes].some(({ name }) => /^form(action|method|enctype)$/.test(name)),
        )
        .map((button) => ({
          method: button.formMethod || own.method,
          action: button.getAttribute('formaction') ?? own.action,
          type: button.formEnctype || own.type,
        }))
      return [own, ...others]
        .filter(({ method }) => method === 'post')
        .map(({ action, type }) => ({ path: new URL(action ?? '', location.href).pathname, type, hasFile }))
    }),
  )
}

/** Bodies that no form has: the server looks at their type and turns them down before anybody acts on them. */
const unreadable: Record<string, string> = {
  'application/x-www-form-urlencoded': 'text=%00',
  'multipart/form-data; boundary=nobody': 'no form',
}
/** Responses by address and type: a form stands on many pages. */
const known = new Map<string, Promise<number>>()

function sendUnreadable(address: string, type: string): Promise<number> {
  const contentType = type === 'multipart/form-data' ? `${type}; boundary=nobody` : type
  const key = `${address} ${type}`
  const sent =
    known.get(key) ??
    fetch(address, {
      method: 'POST',
      headers: { 'content-type': contentType },
      body: unreadable[contentType] ?? 'text=text',
      redirect: 'manual',
    }).then(({ status }) => status)
  known.set(key, sent)
  return sent
}

/**
 * Lists the forms that are sent to a route without an action, in a type that its address does not take (to the page itself, and to the
 * address of its data, as scripts send it), with a file but without the type that carries one, or the other way around.
 */
export async function formFaults(page: Page, site: string): Promise<string[]> {
  const found = (await sendersOf(page)).map(async ({ path, type, hasFile }) => {
    const form = `a form to ${path} as ${type}`
    if (hasFile !== (type === 'multipart/form-data'))
      return [`${form} ${hasFile ? 'with' : 'without'} a file`]
    if (!(await takesPosts(path))) return [`${form}: no action`]
    const statuses = await Promise.all(
      [path, `${path === '/' ? '/_root' : path}.data`].map((to) => sendUnreadable(site + to, type)),
    )
    return statuses.every((status) => status === 400) ? [] : [`${form}: answered ${statuses.join(' and ')}`]
  })
  return [...new Set((await Promise.all(found)).flat())]
}
