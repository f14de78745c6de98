import { describe, expect, test } from 'vitest'
import { defaultBrand } from './brand.ts'
import { pageMeta, pageTitle } from './page-meta.ts'

const matches = [
  undefined,
  {
    id: 'root',
    data: { brand: { ...defaultBrand, name: 'Fete', company: 'Fete Co' }, siteUrl: 'https://fete.example' },
  },
  { id: 'routes/shop', data: null },
]

describe('page metadata', () => {
  // Specification 1.5
  test('the title is "{title} | {brand} | {company}"', () => {
    expect(pageTitle('Shop', { name: 'Fete', company: 'Fete Co' })).toBe('Shop | Fete | Fete Co')
    expect(pageMeta(matches, { title: 'Shop' })).toContainEqual({ title: 'Shop | Fete | Fete Co' })
  })

  test('a page with an address of its own gets a canonical link', () => {
    expect(pageMeta(matches, { title: 'Shop', path: '/shop' })).toContainEqual({
      tagName: 'link',
      rel: 'canonical',
      href: 'https://fete.example/shop',
    })
    expect(JSON.stringify(pageMeta(matches, { title: 'Shop' }))).not.toContain('canonical')
  })

  test('pictures of shared links are absolute', () => {
    const image = (path?: string) =>
      pageMeta(matches, { title: 'x', image: path }).find(
        (tag) => 'property' in tag && tag.property === 'og:image',
      )
    expect(image('/art/cap.webp')).toMatchObject({ content: 'https://fete.example/art/cap.webp' })
    expect(image('https://cdn.example/a.png')).toMatchObject({ content: 'https://cdn.example/a.png' })
    expect(image()).toMatchObject({ content: 'https://fete.example/share.png' })
  })

  test('private pages are noindex', () => {
    expect(pageMeta(matches, { title: 'x', noindex: true })).toContainEqual({
      name: 'robots',
      content: 'noindex',
    })
    expect(JSON.stringify(pageMeta(matches, { title: 'x' }))).not.toContain('noindex')
  })

  test('uses the defaults without root', () => {
    expect(pageMeta([], { title: 'Page Not Found', path: '/x' })).toContainEqual({
      title: 'Page Not Found | Jouvay | Jouvay Events',
    })
  })
})
