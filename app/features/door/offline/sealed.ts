import { openDB } from 'idb'

/** Encrypted bytes, and the nonce it takes to read them. */
export type Sealed = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }

const keyStore = 'keys'
const keyName = 'key'

/** Encrypts and decrypts with one key of this browser. */
export type Sealer = {
  /** @param label bound to the text: it is read only with the same label */
  seal(text: string, label: string): Promise<Sealed>
  /** @returns null when it was sealed with another key or label, or changed since */
  unseal(sealed: Sealed, label: string): Promise<string | null>
}

/**
 * Opens the key in a database of its own, and makes it the first time: AES-GCM, 256 bits, which no script can read out.
 * @param database name of the database; deleting it makes all that was sealed unreadable
 */
export async function openSealer(database: string): Promise<Sealer> {
  const key = await readKey(database)
  return {
    async seal(text, label) {
      const iv = crypto.getRandomValues(new Uint8Array(12))
      const data = await crypto.subtle.encrypt(parameters(iv, label), key, new TextEncoder().encode(text))
      return { iv, data }
    },
    async unseal({ iv, data }, label) {
      try {
        return new TextDecoder().decode(await crypto.subtle.decrypt(parameters(iv, label), key, data))
      } catch {
        return null
      }
    },
  }
}

function parameters(iv: Uint8Array<ArrayBuffer>, label: string): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(label) }
}

/** Reads or makes the key. The database is closed at once: an open one could not be deleted. */
async function readKey(name: string): Promise<CryptoKey> {
  const database = await openDB(name, 1, { upgrade: (db) => void db.createObjectStore(keyStore) })
  try {
    const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
      'decrypt',
    ])
    // One transaction, so that two tabs that start at once end up with one key.
    const work = database.transaction(keyStore, 'readwrite', { durability: 'strict' })
    const found: CryptoKey | undefined = await work.store.get(keyName)
    if (!found) await work.store.put(made, keyName)
    await work.done
    return found ?? made
  } finally {
    database.close()
  }
}
