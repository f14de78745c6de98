import { readFile } from 'node:fs/promises'
import { faker } from '@faker-js/faker'
import postgres from 'postgres'
import { seedAllocations } from './allocations.ts'
import { seedAssistant } from './assistant.ts'
import { seedBans } from './bans.ts'
import { seedCampaigns } from './campaigns.ts'
import { seedChat } from './chat.ts'
import { seedCheckOuts } from './check-outs.ts'
import { seedConnections } from './connections.ts'
import { seedDoorDevices } from './door-devices.ts'
import { seedGuestLists } from './guest-lists.ts'
import { seedHistory } from './history.ts'
import { seedInterest } from './interest.ts'
import { seedMailDelivery } from './mail-delivery.ts'
import { seedModeration } from './moderation.ts'
import { seedPastCampaigns } from './past-campaigns.ts'
import { seedPeople } from './people.ts'
import { seedPostExtras } from './post-extras.ts'
import { seedPosts } from './posts.ts'
import { seedPromoters } from './promoters.ts'
import { seedRefusedScans } from './refused-scans.ts'
import { seedReturns } from './returns.ts'
import { seedScanConflicts } from './scan-conflicts.ts'
import { seedScanReport } from './scan-report.ts'
import { seedStreams } from './streams.ts'
import { seedTransfers } from './transfers.ts'
import { seedWaitlist } from './waitlist.ts'
import { seedZones } from './zones.ts'

/**
 * Fills an empty project with the demo brand: settings and events (supabase/seed.sql), people through Auth, then what they
 * bought, when they came and what they say. The same rows on every run but for dates, which follow today. A second run moves
 * the dates of the events and posts and changes nothing else.
 * @param input - the API's url and secret key, a database url that may write everywhere, and optionally the instant that
 *   counts as now: dates are laid around it, and "so far" is measured at it
 * @throws when the schema is not migrated or the API can't be reached
 */
export async function seed(input: {
  url: string
  secretKey: string
  dbUrl: string
  now?: Date
}): Promise<void> {
  faker.seed(1838)
  const sql = postgres(input.dbUrl, { max: 1, onnotice: () => {} })
  try {
    const script = await readFile(new URL('../seed.sql', import.meta.url), 'utf8')
    const now = input.now ?? new Date()
    await sql.begin(async (transaction) => {
      await transaction`select set_config('seed.now', ${now.toISOString()}, true)`
      await transaction.unsafe(script)
    })
    const people = await seedPeople({ ...input, sql, now })
    await seedHistory(sql, people, now)
    await seedRefusedScans(sql, now)
    await seedScanReport(sql, people, now)
    await seedZones(sql, people, now)
    await seedScanConflicts(sql, now)
    await seedDoorDevices(sql, people, now)
    await seedPosts(sql, people, now)
    await seedPostExtras(input, sql, people, now)
    await seedModeration(sql, people, now)
    await seedConnections(sql, people)
    await seedInterest(sql, people, now)
    await seedGuestLists(sql, people, now)
    await seedCheckOuts(sql, now)
    await seedBans(sql, people, now)
    await seedPromoters(sql, people, now)
    await seedWaitlist(sql, people)
    await seedAllocations(sql, people)
    await seedTransfers(sql)
    await seedReturns(sql)
    await seedStreams(sql, people, now)
    await seedChat(sql, people, now)
    await seedAssistant(sql, people, now)
    await seedCampaigns(sql, people, now)
    await seedMailDelivery(sql, people, now)
    await seedPastCampaigns(sql, people, process.env.SITE_URL ?? 'http://localhost:3000', now)
  } finally {
    await sql.end()
  }
}
