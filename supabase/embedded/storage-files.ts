/**
 * Stores the bytes of objects. A file is named by its object's version, never by its path: a new version is a new file,
 * so that readers of the old one are not disturbed, a refused upload replaces nothing, and no path can lead outside.
 */
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const versionPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export class StoredFiles {
  readonly #folder: string

  /** @param folder made when it is first needed */
  constructor(folder: string) {
    this.#folder = folder
  }

  /** Writes a new file, whole or not at all. */
  async write(version: string, bytes: Uint8Array): Promise<void> {
    const path = this.#pathOf(version)
    await mkdir(dirname(path), { recursive: true })
    const draft = `${path}.draft`
    const file = await open(draft, 'wx')
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  }

  /**
   * Reads the bytes from `start` to `end`, both included.
   * @returns null when the file is missing or shorter
   */
  async read(version: string, start: number, end: number): Promise<Uint8Array<ArrayBuffer> | null> {
    try {
      const file = await open(this.#pathOf(version))
      try {
        const bytes = new Uint8Array(end - start + 1)
        const { bytesRead } = await file.read(bytes, 0, bytes.length, start)
        return bytesRead === bytes.length ? bytes : null
      } finally {
        await file.close()
      }
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
      throw error
    }
  }

  /** Removes files; missing ones are fine. */
  async remove(versions: (string | null)[]): Promise<void> {
    const existing = versions.filter((version) => version !== null)
    await Promise.all(existing.map((version) => rm(this.#pathOf(version), { force: true })))
  }

  #pathOf(version: string): string {
    if (!versionPattern.test(version)) throw new Error(`"${version}" is no version of a stored file`)
    return join(this.#folder, version.slice(0, 2), version)
  }
}
