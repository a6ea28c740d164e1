import { readMessage } from './read-mail.ts'
import type { Mail } from './mail.ts'
import type { MailServer, ServerAnswer } from './mail-server.ts'
import type { MailDeps } from './open-mail-room.ts'

/** Hands a mail over, exactly as it was composed. */
export async function sendMail(
  deps: MailDeps,
  server: MailServer,
  mail: Mail,
): Promise<ServerAnswer> {
  const { content, message } = await readMessage(deps, mail)
  return server.send({ from: content.from, to: content.to, message })
}
