import { describe, expect, test } from 'vitest'
import { defaultBrand } from './brand.ts'
import { organizationData, scriptJson } from './structured-data.ts'

describe('the organization', () => {
  test('has the name, the address and the logo of the settings', () => {
    const brand = { ...defaultBrand, name: 'Cooler Fete', logo: '/logo/fete.svg' }
    expect(organizationData(brand, 'https://fete.example')).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'Organization',
      name: 'Cooler Fete',
      url: 'https://fete.example/',
      logo: 'https://fete.example/logo/fete.svg',
    })
  })

  test('a logo on another host keeps its URL; the icon replaces a missing one', () => {
    const logoOf = (logo: string | null) =>
      organizationData({ ...defaultBrand, logo }, 'https://fete.example').logo
    expect(logoOf('https://cdn.example/logo.png')).toBe('https://cdn.example/logo.png')
    expect(logoOf(null)).toBe('https://fete.example/icon-512.png')
  })
})

describe('JSON inside a script', () => {
  test('cannot leave its element, and parses to the same value', () => {
    const value = { name: '</script><script>alert(1)</script><!-- & \u2028\u2029' }
    const text = scriptJson(value)
    expect(text).not.toMatch(/[<>&\u2028\u2029]/)
    expect(JSON.parse(text)).toEqual(value)
  })
})
