/** The page itself does not speak Italian yet, but the rules do. */
export { it as sentences } from '@bindery/rules/messages/it'
