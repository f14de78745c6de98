import { describe, expect, test } from 'vitest'
import { middleCrop, mostZoom, moved, squareOf, zoomed } from './picture.rules.ts'

const wide = { width: 900, height: 500 }

describe('the square of a picture', () => {
  test('is its middle at first, and lies inside of it whatever is asked for', () => {
    expect(squareOf(wide, middleCrop)).toEqual({ left: 200, top: 0, edge: 500 })
    expect(squareOf(wide, { x: 7, y: -7, zoom: 99 })).toEqual({ left: 775, top: 0, edge: 500 / mostZoom })
  })

  test('follows the hand, up to the edges', () => {
    const right = moved(wide, middleCrop, { x: -0.2, y: -0.2 })
    expect(squareOf(wide, right)).toEqual({ left: 300, top: 0, edge: 500 })
    expect(squareOf(wide, moved(wide, right, { x: -9, y: 0 })).left).toBe(400)
    expect(squareOf(wide, moved(wide, right, { x: 9, y: 0 })).left).toBe(0)
  })

  test('zooms around its middle, and back', () => {
    const near = zoomed(wide, middleCrop, 2)
    expect(squareOf(wide, near)).toEqual({ left: 325, top: 125, edge: 250 })
    expect(squareOf(wide, zoomed(wide, near, 1))).toEqual({ left: 200, top: 0, edge: 500 })
    expect(squareOf(wide, zoomed(wide, { x: 1, y: 0, zoom: 2 }, 1)).left).toBe(400)
  })
})
