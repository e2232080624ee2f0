/** What members of a program are given to share. */
export interface Material {
  readonly id: string
  readonly programId: string
  readonly title: string
  /** What is copied, in several lines; null where there is a place alone. */
  readonly words: string | null
  /** Such as that of a logo; null where there are words alone. */
  readonly url: string | null
  readonly createdAt: Date
}

/** The id of a material, with the workspace that it has to be in. */
export interface MaterialKey {
  readonly workspaceId: string
  readonly materialId: string
}

/** What is read of a material, as SQL. */
export const materialColumns =
  'material.id, material.program_id as "programId", material.title, material.words, material.url, material.created_at as "createdAt"'

/** So many of a program, which one screen shows. */
export const materialsMax = 100
