import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { call } from '../api/client.ts'
import { asApiError } from '../api/errors.ts'
import type { Data, MyOrganization, Role } from '../api/operations.ts'
import { DialogCancel } from '../components/dialog-cancel.tsx'
import { Failure } from '../components/failure.tsx'
import { LeaveDialog } from '../components/leave-dialog.tsx'
import { TypedDialog } from '../components/typed-dialog.tsx'
import { When } from '../components/when.tsx'
import { faultAt } from '../hooks/fault-at.ts'
import { useLeaveGuard } from '../hooks/use-leave-guard.ts'
import { useMe } from '../hooks/use-me.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Code } from '../ui/code.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FieldFault } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Select } from '../ui/select.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useToast } from '../ui/toast.tsx'
import styles from './form.module.css'

export type Person = Data<'listPeople'>['items'][number]
type MemberRole = Person['role']
type PersonLink = Data<'createPersonLink'>

const roles = ['viewer', 'editor', 'admin', 'owner'] as const satisfies Role[]

interface DialogProps {
  organization: MyOrganization
  zone: string
  onClose: () => void
}

/** Gives somebody a role, and shows the link to hand over. */
export function Invitation({ organization, zone, onClose }: DialogProps) {
  const { people: texts } = useMessages('people')
  const queries = useQueryClient()
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [given, setGiven] = useState<Given>({ role: 'editor', project_ids: null })
  const inviting = useMutation({
    mutationFn: () =>
      call('invitePerson', {
        organization_id: organization._id,
        body: { email, ...given, ...(name !== '' && { name }) },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['listPeople'] }),
  })
  const error = inviting.isError ? asApiError(inviting.error) : null
  const faults = error?.faults ?? []
  if (inviting.isSuccess) {
    const { link, name: called, has_password: hasPassword } = inviting.data
    return <LinkDialog link={link} name={called} hasPassword={hasPassword} zone={zone} onClose={onClose} />
  }
  return (
    <TypedDialog
      title={texts.inviteTitle}
      isOpen
      isTyped={email !== '' || name !== ''}
      onClose={onClose}
      isPending={inviting.isPending}
      actions={
        <>
          <DialogCancel />
          <Button kind="main" type="submit" form="invitation" isPending={inviting.isPending}>
            {texts.inviteAction}
          </Button>
        </>
      }
    >
      <p>{texts.inviteLead}</p>
      <Form
        id="invitation"
        className={styles.fields}
        isPending={inviting.isPending}
        onSubmit={() => inviting.mutate()}
      >
        <TextField
          label={texts.email}
          type="email"
          required
          autoFocus
          value={email}
          onChange={({ target }) => setEmail(target.value)}
          fault={faultAt(faults, 'email')}
        />
        <TextField
          label={texts.name}
          hint={texts.nameHint}
          optional
          value={name}
          onChange={({ target }) => setName(target.value)}
          fault={faultAt(faults, 'name')}
        />
        <RoleFields organization={organization} value={given} onChange={setGiven} faults={faults} />
        {error !== null && faults.length === 0 && <Failure error={error} />}
      </Form>
    </TypedDialog>
  )
}

interface Given {
  role: MemberRole
  /** null: all of them. */
  project_ids: string[] | null
}

interface RoleFieldsProps {
  organization: MyOrganization
  value: Given
  onChange: (value: Given) => void
  faults: readonly { path: string; message: string }[]
}

function RoleFields({ organization, value, onChange, faults }: RoleFieldsProps) {
  const { people: texts, common } = useMessages('people')
  const { projects, role: own } = organization
  // Admins give the roles below their own; the server says the same.
  const givable = own === 'admin' ? roles.slice(0, 2) : roles
  return (
    <>
      <Select
        label={texts.role}
        hint={texts.roleMeans[value.role]}
        value={value.role}
        choices={roles.map((role) => ({
          value: role,
          label: common.roles[role],
          isDisabled: !givable.some((one) => one === role),
        }))}
        onChange={({ target }) =>
          onChange({ ...value, role: roles.find((role) => role === target.value) ?? 'viewer' })
        }
        fault={faultAt(faults, 'role')}
      />
      {projects.length > 1 && (
        <fieldset className={styles.choices}>
          <legend className={styles.legend}>{texts.projects}</legend>
          <Checkbox
            label={texts.allProjects}
            checked={value.project_ids === null}
            onChange={({ target }) =>
              onChange({ ...value, project_ids: target.checked ? null : projects.map(({ _id }) => _id) })
            }
          />
          {value.project_ids !== null &&
            projects.map(({ _id, name }) => (
              <Checkbox
                key={_id}
                label={<bdi>{name}</bdi>}
                checked={value.project_ids?.includes(_id) ?? false}
                onChange={({ target }) =>
                  onChange({
                    ...value,
                    project_ids: projects
                      .map((project) => project._id)
                      .filter((id) =>
                        id === _id ? target.checked : (value.project_ids?.includes(id) ?? false),
                      ),
                  })
                }
              />
            ))}
          <FieldFault>{faultAt(faults, 'project_ids')}</FieldFault>
        </fieldset>
      )}
    </>
  )
}

interface LinkDialogProps {
  /** null: they need none, or an operator makes it. */
  link: PersonLink | null
  name: string
  hasPassword: boolean
  zone: string
  onClose: () => void
}

/** Shows a new link once, and asks before the page is left. */
function LinkDialog({ link, name, hasPassword, zone, onClose }: LinkDialogProps) {
  const { people: texts, common } = useMessages('people')
  const guard = useLeaveGuard(link !== null)
  const called = <bdi>{name}</bdi>
  const body = link !== null && texts.linkBody(called, <When at={link.ends_at} zone={zone} />)
  return (
    <Dialog
      title={texts.linkTitle}
      isOpen
      onClose={onClose}
      isAlert
      wide
      actions={<Button onPress={onClose}>{common.close}</Button>}
    >
      {link === null ? (
        <p>{hasPassword ? texts.noLink(called) : texts.operatorsLink(called)}</p>
      ) : (
        <>
          <p>{body}</p>
          <Code text={link.url} label={texts.linkLabel} />
          <LeaveDialog guard={guard}>{body}</LeaveDialog>
        </>
      )}
    </Dialog>
  )
}

interface PersonDialogProps extends DialogProps {
  person: Person
}

/** Changes somebody's role. */
export function ChangeRole({ organization, person, onClose }: PersonDialogProps) {
  const { people: texts } = useMessages('people')
  const { role, project_ids } = person
  const [before] = useState<Given>({ role, project_ids })
  const [given, setGiven] = useState(before)
  return (
    <Asking
      title={texts.changeTitle(person.name)}
      action={texts.changeAction}
      onClose={onClose}
      done={texts.changed(<bdi>{person.name}</bdi>)}
      run={() =>
        call('updatePerson', {
          organization_id: organization._id,
          user_id: person._id,
          body: changesOf(before, given),
        })
      }
    >
      <div className={styles.fields}>
        <RoleFields organization={organization} value={given} onChange={setGiven} faults={[]} />
        <p>{texts.changeBody}</p>
      </div>
    </Asking>
  )
}

/** Returns what differs. The service keeps the rest, which somebody else may have changed meanwhile. */
function changesOf(before: Given, after: Given): Partial<Given> {
  const inOrder = ({ project_ids }: Given) => JSON.stringify(project_ids?.toSorted() ?? null)
  return {
    ...(after.role !== before.role && { role: after.role }),
    ...(inOrder(after) !== inOrder(before) && { project_ids: after.project_ids }),
  }
}

/** Takes somebody's role away. */
export function RemovePerson({ organization, person, onClose }: PersonDialogProps) {
  const { people: texts } = useMessages('people')
  return (
    <Asking
      title={texts.removeTitle(person.name)}
      action={texts.removeAction}
      onClose={onClose}
      done={texts.removed(<bdi>{person.name}</bdi>)}
      run={() => call('removePerson', { organization_id: organization._id, user_id: person._id })}
    >
      <p>{texts.removeBody}</p>
    </Asking>
  )
}

/** Signs somebody out of every browser. */
export function EndSessions({ organization, person, onClose }: PersonDialogProps) {
  const { people: texts } = useMessages('people')
  const isOwn = useMe()._id === person._id
  return (
    <Asking
      title={texts.endSessionsTitle(person.name)}
      action={texts.endSessionsAction}
      onClose={onClose}
      done={isOwn ? texts.endedOwn : texts.ended(<bdi>{person.name}</bdi>)}
      run={() => call('endPersonSessions', { organization_id: organization._id, user_id: person._id })}
    >
      <p>{isOwn ? texts.endOwnSessionsBody : texts.endSessionsBody}</p>
    </Asking>
  )
}

interface AskingProps {
  title: string
  action: string
  children: ReactNode
  /** What is said once it is done. */
  done: ReactNode
  run: () => Promise<unknown>
  onClose: () => void
}

function Asking({ title, action, children, done, run, onClose }: AskingProps) {
  const queries = useQueryClient()
  const toast = useToast()
  const doing = useMutation({
    mutationFn: run,
    onSuccess: async () => {
      toast({ status: 'done', text: done })
      onClose()
      await queries.invalidateQueries({ queryKey: ['listPeople'] })
    },
  })
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      isPending={doing.isPending}
      isAlert
      actions={
        <>
          <DialogCancel />
          <Button kind="main" isPending={doing.isPending} onPress={() => doing.mutate()}>
            {action}
          </Button>
        </>
      }
    >
      {children}
      {doing.isError && <Failure error={doing.error} />}
    </Dialog>
  )
}

/** Makes a link for a lost password, or an invitation that was not used. */
export function NewPersonLink({ organization, person, zone, onClose }: PersonDialogProps) {
  const { people: texts } = useMessages('people')
  const making = useMutation({
    mutationFn: () => call('createPersonLink', { organization_id: organization._id, user_id: person._id }),
  })
  if (making.isSuccess)
    return (
      <LinkDialog
        link={making.data}
        name={person.name}
        hasPassword={person.has_password}
        zone={zone}
        onClose={onClose}
      />
    )
  return (
    <Dialog
      title={texts.linkOf(person.name)}
      isOpen
      onClose={onClose}
      isPending={making.isPending}
      isAlert
      actions={
        <>
          <DialogCancel />
          <Button kind="main" isPending={making.isPending} onPress={() => making.mutate()}>
            {texts.newLinkAction}
          </Button>
        </>
      }
    >
      <p>{texts.newLinkBody}</p>
      {making.isError && <Failure error={making.error} />}
    </Dialog>
  )
}

/** Turns off the second factor of a user who has lost it. */
export function EndSecondFactor({ organization, person, onClose }: PersonDialogProps) {
  const { secondFactor: texts } = useMessages('secondFactor')
  return (
    <Asking
      title={texts.endTitle(person.name)}
      action={texts.turnOffAction}
      done={texts.ended(<bdi>{person.name}</bdi>)}
      run={() => call('endPersonSecondFactor', { organization_id: organization._id, user_id: person._id })}
      onClose={onClose}
    >
      <p>{texts.endBody}</p>
    </Asking>
  )
}
