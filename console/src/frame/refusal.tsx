import { BinderyError } from '@bindery/sdk'
import { Button } from '@mantine/core'
import { useWords } from '../words/language.ts'
import { CopyId } from './copy-id.tsx'
import { frameWords } from './words.ts'

export interface RefusalProps {
  readonly error: Error
  readonly again?: (() => void) | undefined
}

/** Why something failed: what to do, and the request to name to an operator. */
export function Refusal({ error, again }: RefusalProps) {
  const words = useWords(frameWords)
  const refused = error instanceof BinderyError ? error : null
  const permission = missingPermission(refused)
  const isForbidden = permission !== null
  return (
    <div className="state state-failed" role="alert">
      <h2>{isForbidden ? words.forbidden : words.failed}</h2>
      <p>{isForbidden ? words.forbiddenHint(permission) : error.message}</p>
      {refused !== null && refused.errors.length > 0 && (
        <ul>
          {refused.errors.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              {path}: {message}
            </li>
          ))}
        </ul>
      )}
      {refused?.requestId != null && (
        <p className="quiet">
          {words.request} <CopyId id={refused.requestId} />
        </p>
      )}
      {again !== undefined && !isForbidden && (
        <Button variant="default" onClick={again}>
          {words.again}
        </Button>
      )}
    </div>
  )
}

/** The server names it in the message. */
function missingPermission(refused: BinderyError | null): string | null {
  if (refused?.code !== 'permission_missing') return null
  const [permission = null] = /[a-z_]+\.[a-z_]+/.exec(refused.message) ?? []
  return permission
}
