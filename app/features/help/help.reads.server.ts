import { communityRulesVersion, privacyVersion, refundsVersion, termsVersion } from '#core/legal.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { readShell } from '#server/shell.server.ts'
import { userClient } from '#server/supabase.server.ts'
import communityRules from './content/community-rules.md?raw'
import help from './content/help.md?raw'
import privacy from './content/privacy.md?raw'
import refunds from './content/refunds.md?raw'
import terms from './content/terms.md?raw'
import { promises } from './help.rules.ts'
import type { LegalText, Topic, Values } from './help.types.ts'
import { readProse, readTopics } from './prose.server.ts'

const legalTexts = {
  communityRules: { markdown: communityRules, version: communityRulesVersion },
  terms: { markdown: terms, version: termsVersion },
  privacy: { markdown: privacy, version: privacyVersion },
  refunds: { markdown: refunds, version: refundsVersion },
}

async function readValues(args: RequestArgs): Promise<Values> {
  const [{ brand }, { data: rules, error }] = await Promise.all([
    readShell(args),
    userClient(args).from('settings').select('max_per_person, hold_minutes, qr_visible_hours').single(),
  ])
  if (error) throw error
  const email = brand.contactEmail
  return {
    ...promises(rules),
    brand: { text: brand.name },
    company: { text: brand.company },
    address: brand.postalAddress ? { text: brand.postalAddress } : null,
    email: email ? { text: email, to: `mailto:${email}` } : null,
  }
}

/** Reads a legal text, in the name of the brand as the settings have it. */
export async function readLegalText(args: RequestArgs, name: keyof typeof legalTexts): Promise<LegalText> {
  const { markdown, version } = legalTexts[name]
  return { version, blocks: readProse(markdown, await readValues(args)) }
}

/** Reads the questions of the help page, and whether there is a mailbox that its contact form reaches. */
export async function readHelp(args: RequestArgs): Promise<{ topics: Topic[]; canWrite: boolean }> {
  const [values, { brand }] = await Promise.all([readValues(args), readShell(args)])
  return { topics: readTopics(readProse(help, values)), canWrite: Boolean(brand.contactEmail) }
}
