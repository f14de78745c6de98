/** Says what was done, by the search parameter that the page of bought goods is opened with afterwards. */
export const goodsNotes = {
  canceled: 'Canceled. Your money is on its way; banks usually take 5 to 10 days to show it.',
  moved: 'Your pickup has moved. Show your code there.',
  refunded: 'Refunded. Banks usually take 5 to 10 days to show it.',
  asked: "We got your request. We'll look at it and email you.",
}
