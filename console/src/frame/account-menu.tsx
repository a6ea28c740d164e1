import { Menu, useMantineColorScheme } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { openClient } from '../api/client.ts'
import { useMe } from '../session/me.ts'
import { useStore } from '../store.ts'
import { chooseLanguage, language, useWords } from '../words/language.ts'
import { type World, accountNameInPath, basePathOf } from '../world.ts'
import { frameWords } from './words.ts'

/** Who one is, for whom one acts, in which mode; and how it looks. */
export function AccountMenu() {
  const words = useWords(frameWords)
  const { person, account, accounts, world } = useMe()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const now = useStore(language)
  const navigate = useNavigate()
  const other: World = { ...world, mode: world.mode === 'test' ? 'live' : 'test' }
  const signOut = async () => {
    await openClient.call('signOut')
    location.assign('/console/sign-in')
  }
  const looks = { light: words.light, dark: words.dark, auto: words.system } as const
  const names = { en: 'English', de: 'Deutsch' } as const
  return (
    <Menu position="bottom-start" width={220} withinPortal={false}>
      <Menu.Target>
        <button
          type="button"
          className="account-button"
          onClick={(event) => event.stopPropagation()}
        >
          <strong>{account.name}</strong>
          <span>
            <span className="dot dot-mode" aria-hidden="true" />
            {world.mode === 'test' ? words.test : words.live} · {person.name}
          </span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => location.assign(basePathOf(other))}>
          {other.mode === 'live' ? words.goLive : words.goTest}
        </Menu.Item>
        {accounts.length > 1 && <Menu.Label>{words.accounts}</Menu.Label>}
        {accounts
          .filter(({ id }) => id !== account.id)
          .map((one) => (
            <Menu.Item
              key={one.id}
              onClick={() =>
                location.assign(basePathOf({ ...world, account: accountNameInPath(one) }))
              }
            >
              {one.name}
            </Menu.Item>
          ))}
        <Menu.Divider />
        <Menu.Label>{words.appearance}</Menu.Label>
        {(['light', 'dark', 'auto'] as const).map((one) => (
          <Choice
            key={one}
            isChosen={colorScheme === one}
            text={looks[one]}
            onChoose={() => setColorScheme(one)}
          />
        ))}
        <Menu.Label>{words.language}</Menu.Label>
        {(['en', 'de'] as const).map((one) => (
          <Choice
            key={one}
            isChosen={now === one}
            text={names[one]}
            onChoose={() => chooseLanguage(one)}
          />
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => void navigate({ to: '/me' })}>{words.you}</Menu.Item>
        <Menu.Item onClick={() => void signOut()}>{words.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function Choice({
  text,
  isChosen,
  onChoose,
}: {
  readonly text: string
  readonly isChosen: boolean
  readonly onChoose: () => void
}) {
  return (
    <Menu.Item
      role="menuitemradio"
      aria-checked={isChosen}
      rightSection={isChosen ? '✓' : null}
      onClick={onChoose}
    >
      {text}
    </Menu.Item>
  )
}
