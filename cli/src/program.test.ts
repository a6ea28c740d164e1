import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { createProgram } from './program.ts'
import { version } from './version.ts'

const commands = (parent: Command): Command[] =>
  parent.commands.flatMap((child) => (child.commands.length > 0 ? commands(child) : [child]))

const pathOf = (command: Command): string =>
  command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`

const helpOf = (command: Command): string => {
  let help = ''
  command.configureOutput({ writeOut: (text) => void (help += text) })
  command.outputHelp()
  return help
}

describe('the help', () => {
  it.each(commands(createProgram()).map((command) => [command.name(), command] as const))(
    'of %s shows an example that begins as the command does, and offers --json',
    (_name, command) => {
      const help = helpOf(command)
      expect(help).toMatch(new RegExp(`Examples:\n  \\$ .*${pathOf(command)}`))
      expect(help).toContain('--json')
    },
  )

  it.each(createProgram().commands.map((command) => [command.name(), command] as const))(
    'of %s shows an example, also where it has commands of its own',
    (name, command) => {
      expect(helpOf(command)).toMatch(new RegExp(`Examples:\n  \\$ .*bindery ${name}`))
    },
  )

  it('marks every option that must be given, and no other', () => {
    for (const command of commands(createProgram())) {
      const help = helpOf(command).replaceAll(/\s+/g, ' ')
      for (const option of command.options) {
        const start = help.indexOf(` ${option.flags} `)
        const text = help.slice(start, help.indexOf(' --', start + option.flags.length + 2) >>> 0)
        expect([option.flags, text.includes('(required)')]).toEqual([
          option.flags,
          option.mandatory,
        ])
      }
    }
  })

  it('lists the exit codes', () => {
    expect(helpOf(createProgram())).toMatch(/0 {2}done\n {2}1 .*\n {2}2 .*\n {2}3 {2}the server/)
  })
})

it('is of the version that the package says', () => {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  expect(JSON.parse(text)).toMatchObject({ version })
})
