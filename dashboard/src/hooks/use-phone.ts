import { formatPhone } from '../format/phone.ts'
import { useMessages } from '../messages/use-messages.ts'

/** Returns how the number of a call is shown; that of a caller who withholds it as words. */
export function usePhone(): (number: string | null) => string {
  const { common } = useMessages()
  return (number) => (number === null ? common.withheld : formatPhone(number))
}
