import type { Capability } from './capabilities.ts'

/** Names the capabilities for people. */
export const capabilityNames: Record<Capability, string> = {
  scan: 'Scanner',
  door_manager: 'Door manager',
  promoter: 'Promoter',
  stream_operator: 'Stream operator',
  campaign_author: 'Campaign author',
}
