import { formatPhone } from '../format/phone.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Link } from '../ui/link.tsx'

interface RecipientOf {
  to: string
  customer_name: string | null
}

/** The words for a recipient where plain text is needed: the number, else the name, else the id. */
export function nameOfRecipient({ to, customer_name }: RecipientOf): string {
  return to.startsWith('+') ? formatPhone(to) : (customer_name ?? to)
}

/** A recipient as the link of a row. Somebody without a visible number is named, and by id where no name is known. */
export function RecipientLink({ message, href }: { message: RecipientOf; href: string }) {
  const { to } = message
  return (
    <Link href={href}>
      <bdi dir={to.startsWith('+') ? 'ltr' : undefined}>{nameOfRecipient(message)}</bdi>
    </Link>
  )
}

/** The second line: the name of somebody with a number, the id of somebody without one. */
export function RecipientDetail({ message: { to, customer_name } }: { message: RecipientOf }) {
  const { broadcasts: texts } = useMessages('broadcasts')
  if (to.startsWith('+')) return customer_name === null ? null : <bdi>{customer_name}</bdi>
  return (
    <>
      {texts.hiddenNumber}
      {customer_name !== null && (
        <>
          {' '}
          <code dir="ltr">{to}</code>
        </>
      )}
    </>
  )
}
