import { type MailId, isId } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import { selectContentOf } from '../documents/index.ts'
import { type Caller, seenBy } from '../identity/index.ts'
import type { KeyRing } from '../sealing/index.ts'
import { hashOf, putTogether } from './build-message.ts'
import type { Mail, MailContent } from './mail.ts'
import { selectMail, selectPicture, selectSealedMail } from './mail-store.ts'
import { mailNotFound } from './reasons.ts'
import { openMail } from './seal-mail.ts'

interface ReadDeps {
  readonly db: Queryable
  readonly keyRing: KeyRing
}

/** A mail of this insurer, in the mode of its key and within its limits. */
export async function findMail(db: Queryable, caller: Caller, id: string): Promise<Mail> {
  const found = isId('mai', id) ? await selectMail(db, id) : undefined
  const mail = seenBy(caller, found)
  if (mail === undefined) throw mailNotFound(id)
  return mail
}

/** What a mail says; null until it is composed. */
export async function readContent(deps: ReadDeps, id: MailId): Promise<MailContent | null> {
  const sealed = await selectSealedMail(deps.db, id)
  return sealed === undefined ? null : openMail(deps.keyRing, id, sealed)
}

/** The exact message, put together again and held against its hash. */
export async function readMessage(
  deps: ReadDeps,
  mail: Pick<Mail, 'id' | 'hash'>,
): Promise<{ readonly content: MailContent; readonly message: Buffer }> {
  const content = await readContent(deps, mail.id)
  if (content === null) throw new Error(`${mail.id} is not composed`)
  const files = new Map<string, Buffer>()
  for (const piece of content.pieces) {
    if (!('hash' in piece) || files.has(piece.hash)) continue
    const { hash } = piece
    const file = (await selectContentOf(deps.db, hash)) ?? (await selectPicture(deps.db, hash))
    if (file !== undefined) files.set(hash, file)
  }
  const message = putTogether(content.pieces, files)
  if (hashOf(message).toString('hex') !== mail.hash) {
    throw new Error(`${mail.id} is not what was composed`)
  }
  return { content, message }
}
