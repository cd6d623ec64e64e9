import { useParams } from '@tanstack/react-router'

/** A parameter of the path, such as an id. */
export const useParam = (name: string): string => {
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false })
  return params[name] ?? ''
}
