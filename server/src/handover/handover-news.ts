import type { News } from '../events/index.ts'
import type { Policy } from '../policies/index.ts'
import { type HandoverRecord, wayOf } from './handover.ts'

type About = Pick<Policy, 'id' | 'insurerId' | 'distributorId' | 'livemode'>

export function handedOverNews(about: About, record: HandoverRecord): News {
  return {
    type: 'handover.recorded',
    about,
    data: {
      version_id: record.versionId,
      designation: record.designation,
      kind: record.kind,
      language: record.language,
      content_hash: record.hash,
      by: wayOf(record),
      mail_id: record.mailId,
    },
  }
}

export function handoverVoidedNews(about: About, record: HandoverRecord): News {
  return {
    type: 'handover.voided',
    about,
    data: {
      designation: record.designation,
      content_hash: record.hash,
      mail_id: record.mailId ?? '',
    },
  }
}
