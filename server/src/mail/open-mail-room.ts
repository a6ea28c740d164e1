import type { ProductVersionId } from '../kernel/index.ts'
import { createCache } from '../database/index.ts'
import type { GatherDeps } from '../documents/index.ts'
import { type MailsDefinition, selectVersionFiles } from '../products/index.ts'
import type { MailSettings } from '../settings/index.ts'
import { type MessageFile, hashOf } from './build-message.ts'
import { type FolderMails, readFolderMails } from './folder-mails.ts'

const versionsMax = 50
const folder = 'mails/'

/** What mails of a product version are made of. */
export interface MailStationery {
  readonly folder: FolderMails
  readonly logo: MessageFile | null
}

export interface MailDeps extends GatherDeps {
  readonly mailSettings: MailSettings
  readonly mailRoom: MailRoom
  readonly onMailError?: (error: unknown, mail: { readonly id: string }) => void
}

export interface MailRoom {
  stationery(id: ProductVersionId, mails: MailsDefinition): Promise<MailStationery>
}

/** Versions never change: their templates are read once. */
export function openMailRoom({ db }: Pick<GatherDeps, 'db'>): MailRoom {
  const versions = createCache<ProductVersionId, MailStationery>({
    entriesMax: versionsMax,
    freshMs: Number.POSITIVE_INFINITY,
  })
  return {
    stationery: async (id, mails) =>
      versions.get(id, async () => {
        const files = new Map(await selectVersionFiles(db, id, folder))
        const { logo } = mails
        if (logo !== undefined && !files.has(logo)) {
          for (const [path, content] of await selectVersionFiles(db, id, logo)) {
            files.set(path, content)
          }
        }
        return { folder: readFolderMails(mails, files), logo: pictureOf(logo, files) }
      }),
  }
}

function pictureOf(
  path: string | undefined,
  files: ReadonlyMap<string, Uint8Array>,
): MessageFile | null {
  const content = path === undefined ? undefined : files.get(path)
  if (path === undefined || content === undefined) return null
  const [name = 'logo'] = path.split('/').toReversed()
  const type = path.endsWith('.png') ? 'image/png' : 'image/jpeg'
  const bytes = Buffer.from(content)
  return { name, type, hash: hashOf(bytes).toString('hex'), content: bytes }
}
