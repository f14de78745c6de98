import { configure } from '@testing-library/react'

/** Empties the document, which the files of component tests share. */
localStorage.clear()
sessionStorage.clear()
for (const line of document.cookie.split('; ')) {
  // biome-ignore lint/suspicious/noDocumentCookie: the only interface of happy-dom
  document.cookie = `${line.split('=')[0]}=; Max-Age=0; Path=/`
}
document.head.replaceChildren()
document.body.replaceChildren()
const { documentElement } = document
for (const name of documentElement.getAttributeNames()) documentElement.removeAttribute(name)

/**
 * Sets the tests' timeout for elements to appear. It ends a wait that would last for ever, and is no measure of
 * speed.
 */
configure({ asyncUtilTimeout: 60_000 })
