import { useState } from 'react'
import { asCurl } from '../api/curl.ts'
import type { CurlOptions } from '../api/curl.ts'
import type { Operation, Params } from '../api/operations.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { Code } from '../ui/code.tsx'
import { Dialog } from '../ui/dialog.tsx'
import styles from './as-curl.module.css'

export interface AsCurlProps<Name extends Operation> {
  operation: Name
  params: Params<Name>
  auth?: CurlOptions['auth']
}

/** The button that shows the request behind a page as a curl command. On a phone it stands after all others. */
export function AsCurl<Name extends Operation>({ operation, params, auth = 'personal' }: AsCurlProps<Name>) {
  const { common } = useMessages()
  const [isOpen, setOpen] = useState(false)
  const request = { operation, params, auth }
  return (
    <>
      <span className={styles.asCurl}>
        <Button onPress={() => setOpen(true)}>{common.asCurl}</Button>
      </span>
      <CurlDialog {...request} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

/** Shows the request behind a page as a curl command. */
export function CurlDialog<Name extends Operation>({
  operation,
  params,
  auth = 'personal',
  isOpen,
  onClose,
}: AsCurlProps<Name> & { isOpen: boolean; onClose: () => void }) {
  const { common } = useMessages()
  return (
    <Dialog title={common.curlTitle} isOpen={isOpen} onClose={onClose} wide>
      <Code text={asCurl(operation, params, { origin: location.origin, auth })} label="curl" />
      <p>{auth === 'personal' ? common.curlHint : common.curlHintProject}</p>
    </Dialog>
  )
}
