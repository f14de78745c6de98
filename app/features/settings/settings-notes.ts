/** Says what was done, by the search parameter that the page of the settings is opened with afterwards. */
export const settingsNotes = {
  'email-sent': 'We sent a link to your new email. Open it within an hour.',
  email: 'Your new email is set.',
  password: "Your new password is set. You're signed out everywhere else.",
  sessions: 'Signed out.',
  kept: "Your account won't be deleted.",
  notifications: 'Your notifications are saved.',
  paused: 'For 30 days, we only send essential email.',
  resumed: 'Your break is over.',
  address: 'We sent you a link to confirm your email.',
  unfollowed: 'Unfollowed.',
  privacy: 'Your privacy settings are saved.',
} as const
