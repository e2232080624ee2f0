import { GraphQLError } from 'graphql'

/** An error as the Partner API writes it: its code is a text, whatever number it shows. */
export function partnerError(code: '400' | '401' | '404' | '429' | '500', message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code } })
}
