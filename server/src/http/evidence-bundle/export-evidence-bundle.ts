import { openPolicyProof } from '../../evidence/index.ts'
import { momentOf } from '../../deadlines/index.ts'
import { recordReveal } from '../../management/index.ts'
import { type Policy, findPolicy } from '../../policies/index.ts'
import type { BodyPace } from '../../settings/index.ts'
import { callerOf } from '../access/access.ts'
import { sendFile } from '../body/send-text.ts'
import type { App, HttpDeps } from '../deps.ts'
import { isMaskedFor } from '../masks/mask-answers.ts'
import { unknownPolicy } from '../policies/policy-summary.ts'
import { invalidMember, permissionMissing, personalDataMasked } from '../reasons.ts'
import { readerOf } from '../reveal/add-reveal.ts'
import { reasonToSee } from '../reveal/reveal.ts'
import { ids } from '../wire/example-ids.ts'
import { pathId } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { type BundleFile, archiveOf } from './archive.ts'
import { chainFiles } from './chain-files.ts'
import { documentFiles } from './document-files.ts'
import { ledgerFiles } from './ledger-files.ts'
import { mailFiles } from './mail-files.ts'
import { readmeFiles } from './readme.ts'
import { evidenceBehind } from './reasons.ts'

const aBundle = 'An evidence bundle'
/** What a bundle shows is otherwise read with these. */
const alsoNeeded = ['audit.read', 'accounting.read'] as const

export function addExportEvidenceBundle(app: App, deps: HttpDeps, pace: BodyPace): void {
  app.get(
    '/manage/policies/:policyId/evidence_bundle',
    {
      config: {
        access: 'manage',
        expensive: 'exports',
        refuses: [
          unknownPolicy,
          personalDataMasked.listed({ example: [aBundle] }),
          evidenceBehind,
          invalidMember('`reason` is missing, or has fewer than 5 characters.', {
            code: 'required',
            field: 'reason',
            rules: ['required'],
          }),
        ],
      },
      schema: {
        operationId: 'exportEvidenceBundle',
        summary: 'Export everything that proves what happened to a policy',
        description:
          'A tar archive for a court: documents and letters, the exact mails with what mail ' +
          'servers reported, the ledger, the events with their chain of hashes, and a README ' +
          'with the commands that verify it. It needs `personal_data.read`, `policies.read`, ' +
          '`audit.read` and `accounting.read` as well. The audit log gets the reason. A ' +
          'connection that ends before the last chunk means that the export failed.',
        tags: ['Management'],
        params: Type.Object({ policyId: pathId('The policy or offer.', ids.policy) }),
        querystring: Type.Object({
          reason: Type.String({ ...reasonToSee, examples: ['Lawsuit 4 C 211/27'] }),
        }),
        response: {
          200: {
            description: 'The archive.',
            content: {
              'application/x-tar': { schema: Type.Unsafe({ type: 'string', format: 'binary' }) },
            },
          },
        },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      if (isMaskedFor(caller)) throw personalDataMasked(aBundle)
      for (const permission of alsoNeeded) {
        if (!caller.grants.has(permission)) throw permissionMissing(permission)
      }
      const reader = readerOf(caller, 'policies.read')
      const policy = await findPolicy(deps.db, reader, request.params.policyId, deps.clock())
      if ((await openPolicyProof(deps.db, policy)) === null) throw evidenceBehind()
      const reason = request.query.reason.trim()
      await recordReveal(deps, caller, policy, { field: 'evidence_bundle', reason }, null)
      const archive = archiveOf(filesOf(deps, policy))
      reply.header('cache-control', 'private, no-store')
      const file = `evidence-${policy.id}.tar`
      return sendFile(request, reply, { type: 'application/x-tar', file }, archive, pace)
    },
  )
}

/** One file at a time: however much there is, little of it is in memory. */
async function* filesOf(deps: HttpDeps, policy: Policy): AsyncGenerator<BundleFile> {
  yield* documentFiles(deps, policy)
  yield* mailFiles(deps, policy)
  const { now } = await momentOf(deps.db, deps.clock, policy)
  yield* ledgerFiles(deps, policy, now)
  // At the end, so that the events of all documents and mails above are proven.
  const proof = await openPolicyProof(deps.db, policy)
  if (proof === null) throw evidenceBehind()
  yield* chainFiles(deps, proof)
  yield* readmeFiles(policy, proof, deps.clock())
}
