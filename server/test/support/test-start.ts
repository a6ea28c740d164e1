/** Every story begins on this morning, so that dates in tests can be read without a calendar. */
export const testStart = Temporal.Instant.from('2027-03-01T09:00:00Z')
export const testAddress = 'http://bindery.test'
