/** The lists of people that a member has, in the order of their tabs. */
export const peopleLists = {
  following: {
    tab: 'Following',
    none: 'You follow nobody yet. Open the profile of somebody whose posts you like and press Follow.',
  },
  followers: { tab: 'Followers', none: 'Nobody follows you yet.' },
  blocked: {
    tab: 'Blocked',
    none: "Nobody. When you block somebody, neither of you sees the other's posts, comments or profile.",
  },
  muted: {
    tab: 'Muted',
    none: "Nobody. When you mute somebody, you no longer see their posts and comments. They don't find out.",
  },
} as const
export type PeopleList = keyof typeof peopleLists

/** Actions about another person; the form's `intent`. */
export const relationIntents = ['follow', 'unfollow', 'block', 'unblock', 'mute', 'unmute'] as const
export type RelationIntent = (typeof relationIntents)[number]
