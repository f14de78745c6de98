import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'

/**
 * Reads the shapes that locator maps are drawn from: the land of the world at 1 to 10 million with its countries, and the counties of
 * the United States. Both come with packages; nothing is asked of other sites. They are read when the first map is drawn, and kept as
 * flat arrays, which take a tenth of the memory.
 */

/** A line on the ground: longitude and latitude in degrees, one after the other. */
export type GroundLine = Float32Array

/** A piece of ground: its outline first, then its holes, and the degrees that it lies between. */
type Piece = { rings: readonly GroundLine[]; west: number; east: number; south: number; north: number }

/** A country, or a county of the United States. */
export type Area = { name: string; pieces: readonly Piece[] }

export type MapShapes = {
  countries: readonly Area[]
  /** Draws where countries meet; no coasts. */
  frontiers: readonly GroundLine[]
  counties: readonly Area[]
  /** Draws where counties meet; no coasts. */
  countyLines: readonly GroundLine[]
  /** The United States by their own survey: coarser, but without the Great Lakes. */
  nation: Area
}

type Names = { name?: string }
type Source<Objects extends string> = Topology<Record<Objects, GeometryCollection<Names>>>
type Polygon = number[][][]

const require = createRequire(import.meta.url)

async function readSource<Objects extends string>(file: string): Promise<Source<Objects>> {
  return JSON.parse(await readFile(file, 'utf8'))
}

function pieceOf(polygon: Polygon): Piece {
  const rings = polygon.map((ring) => Float32Array.from(ring.flat()))
  const [outline = new Float32Array()] = rings
  const piece = { rings, west: 180, east: -180, south: 90, north: -90 }
  for (let at = 0; at < outline.length; at += 2) {
    const [lon = 0, lat = 0] = [outline[at], outline[at + 1]]
    piece.west = Math.min(piece.west, lon)
    piece.east = Math.max(piece.east, lon)
    piece.south = Math.min(piece.south, lat)
    piece.north = Math.max(piece.north, lat)
  }
  return piece
}

function areasOf(topology: Source<string>, name: string): Area[] {
  const object = topology.objects[name]
  if (!object) return []
  return feature(topology, object).features.map(({ geometry, properties }) => ({
    name: properties?.name ?? '',
    pieces:
      geometry.type === 'Polygon'
        ? [pieceOf(geometry.coordinates)]
        : geometry.type === 'MultiPolygon'
          ? geometry.coordinates.map(pieceOf)
          : [],
  }))
}

/** Returns the lines at which two areas meet, each once. */
function linesBetween(topology: Source<string>, name: string): GroundLine[] {
  const object = topology.objects[name]
  if (!object) return []
  return mesh(topology, object, (one, other) => one !== other).coordinates.map((line) =>
    Float32Array.from(line.flat()),
  )
}

async function readShapes(): Promise<MapShapes> {
  const world = await readSource(require.resolve('world-atlas/countries-10m.json'))
  const us = await readSource(require.resolve('us-atlas/counties-10m.json'))
  const [nation = { name: '', pieces: [] }] = areasOf(us, 'nation')
  return {
    countries: areasOf(world, 'countries'),
    frontiers: linesBetween(world, 'countries'),
    counties: areasOf(us, 'counties'),
    countyLines: linesBetween(us, 'counties'),
    nation,
  }
}

let shapes: Promise<MapShapes> | undefined

/** Returns the shapes of the world; reads them once. */
export function mapShapes(): Promise<MapShapes> {
  shapes ??= readShapes()
  return shapes
}
