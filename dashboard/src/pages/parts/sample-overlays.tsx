import { useState } from 'react'
import { Button, ButtonGroup } from '../../ui/button.tsx'
import { Code } from '../../ui/code.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Menu } from '../../ui/menu.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { Part } from './part.tsx'
import * as sample from './samples.tsx'

/** What opens above the page. */
export function SampleOverlays() {
  const [isOpen, setOpen] = useState(false)
  const toast = useToast()
  return (
    <Part title="Overlays">
      <ButtonGroup>
        <Button onPress={() => setOpen(true)}>Open a dialog…</Button>
        <Menu
          label="Sample menu"
          trigger={<Button>Open a menu</Button>}
          groups={[
            {
              heading: 'Lakeside Fiber',
              entries: [
                { id: 'one', label: 'Retention', detail: 'New York time', isCurrent: true },
                { id: 'two', label: 'Support', detail: 'Chicago time' },
              ],
            },
            { entries: [{ id: 'out', label: 'Sign out' }] },
          ]}
        />
        <Button onPress={() => toast({ status: 'held', text: 'Autumn renewals is on hold. 16 calls wait.' })}>
          Show a message
        </Button>
      </ButtonGroup>
      <Code text={sample.curl} label="curl" />
      <Dialog
        title="Hold all campaigns?"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        isAlert
        actions={
          <>
            <Button onPress={() => setOpen(false)}>Cancel</Button>
            <Button kind="main" onPress={() => setOpen(false)}>
              Hold 5 campaigns
            </Button>
          </>
        }
      >
        <p>228 calls wait until you release them. 18 calls under way go on.</p>
        <TextField label="Type 228 to go on" width="short" />
      </Dialog>
    </Part>
  )
}
