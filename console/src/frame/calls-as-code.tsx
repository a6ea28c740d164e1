import { Tabs } from '@mantine/core'
import type { ShownCall } from '../code/shown-call.ts'
import { asCurl, asSdk } from '../code/as-text.ts'
import { asCommand } from '../code/as-command.ts'
import { useMe } from '../session/me.ts'
import { useWords } from '../words/language.ts'
import { copy } from './copy-id.tsx'
import { showToast } from './toasts.tsx'
import { frameWords } from './words.ts'

/** Calls as curl, SDK and command line; an act shows its own before it is sent. */
export function CallsAsCode({ calls }: { readonly calls: readonly ShownCall[] }) {
  const words = useWords(frameWords)
  const { world } = useMe()
  const kinds = {
    curl: (call: ShownCall) => asCurl(call, location.origin),
    SDK: asSdk,
    CLI: (call: ShownCall) => asCommand(call, world.mode) ?? `# ${words.noCommand}`,
  }
  if (calls.length === 0) return null
  return (
    <Tabs defaultValue="curl" keepMounted={false}>
      <Tabs.List>
        {Object.keys(kinds).map((kind) => (
          <Tabs.Tab key={kind} value={kind}>
            {kind}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {Object.entries(kinds).map(([kind, write]) => {
        const text = calls.map((call) => write(call)).join('\n\n')
        return (
          <Tabs.Panel key={kind} value={kind}>
            <pre className="code" tabIndex={0}>
              {text}
            </pre>
            <button
              type="button"
              className="quiet-button"
              onClick={() => void copy(text).then(() => showToast(words.copied))}
            >
              {words.copy}
            </button>
          </Tabs.Panel>
        )
      })}
    </Tabs>
  )
}
