/** Text that is stored as it came, in whatever language it is. */
export function Stored({ text }: { text: string | null }) {
  return text === null ? null : (
    <bdi dir="auto" data-stored="">
      {text}
    </bdi>
  )
}
