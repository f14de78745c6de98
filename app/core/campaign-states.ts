// Generated from the tables of states by `npm run database -- types`. Change the rows, not this file.

/** The states of a campaign, in the order in which lists offer them. label and tone = what staff read, and the color of its badge; list_tab = the tab of the list that shows it. */
export const campaignStatuses = [
  'draft',
  'in_review',
  'approved',
  'scheduled',
  'sending',
  'paused',
  'sent',
  'cancelled',
  'failed',
] as const
export type CampaignStatus = (typeof campaignStatuses)[number]

type CampaignState = {
  label: string
  tone: 'neutral' | 'info' | 'success' | 'warning' | 'danger'
  listTab: 'draft' | 'in_review' | 'planned' | 'under_way' | 'sent' | 'cancelled'
  /** The content and the audience of a campaign in this state may be changed. */
  canBeEdited?: true
  /** A campaign in this state was approved and has not started: editing takes it back to draft and ends its approval. */
  canBeReopened?: true
  /** A campaign in this state starts by itself at send_at. */
  isPlanned?: true
  /** A campaign in this state has a snapshot and recipients; both stay as they are. */
  isStarted?: true
  /** A campaign in this state has recipients that it may still be sent to. */
  isUnderWay?: true
  /** A campaign in this state never leaves it. */
  isFinal?: true
  /** Workers send a campaign in this state. */
  isSending?: true
}

/** Holds what each state is. */
export const campaignStates: Record<CampaignStatus, CampaignState> = {
  draft: {
    label: 'Draft',
    tone: 'neutral',
    listTab: 'draft',
    canBeEdited: true,
  },
  in_review: {
    label: 'In review',
    tone: 'warning',
    listTab: 'in_review',
  },
  approved: {
    label: 'Approved',
    tone: 'info',
    listTab: 'planned',
    canBeReopened: true,
  },
  scheduled: {
    label: 'Scheduled',
    tone: 'info',
    listTab: 'planned',
    canBeReopened: true,
    isPlanned: true,
  },
  sending: {
    label: 'Sending',
    tone: 'info',
    listTab: 'under_way',
    isStarted: true,
    isUnderWay: true,
    isSending: true,
  },
  paused: {
    label: 'Paused',
    tone: 'warning',
    listTab: 'under_way',
    isStarted: true,
    isUnderWay: true,
  },
  sent: {
    label: 'Sent',
    tone: 'success',
    listTab: 'sent',
    isStarted: true,
    isFinal: true,
  },
  cancelled: {
    label: 'Canceled',
    tone: 'neutral',
    listTab: 'cancelled',
    isFinal: true,
  },
  failed: {
    label: 'Delivery stopped',
    tone: 'danger',
    listTab: 'under_way',
    isStarted: true,
    isUnderWay: true,
  },
}
