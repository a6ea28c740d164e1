import { isId, isJsonObject } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import { isSettled, selectLetter } from '../dunning/index.ts'
import { selectEvents } from '../events/index.ts'
import type { Mail } from './mail.ts'

/**
 * Whether what a composed mail says still counts: days may pass until a server takes it, and by then a
 * dunning letter can be void or paid.
 */
export async function stillCounts(
  db: Database,
  { eventType, eventId }: Pick<Mail, 'eventType' | 'eventId'>,
): Promise<boolean> {
  if (!eventType.startsWith('dunning.')) return true
  const [event] = await selectEvents(db, [eventId])
  const letterId = isJsonObject(event?.data) ? event.data['letter_id'] : null
  const letter = isId('dnl', letterId) ? await selectLetter(db, letterId) : undefined
  return letter !== undefined && !(await isSettled(db, letter))
}
