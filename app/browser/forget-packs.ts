/** Names the key's database as `doorDatabases` does: sharing the name would be one more file of the menu. The door's store is tested with it. */
const packKeyDatabase = 'door-pack-key'

/**
 * Makes what a scanner keeps of an event's tickets unreadable, at a log-out. Scans that the server does not have yet have another key and
 * stay. A session that only ended keeps the packs, too: a server in trouble would otherwise take the list from a door.
 */
export const forgetPacks = () => void globalThis.indexedDB?.deleteDatabase(packKeyDatabase)
