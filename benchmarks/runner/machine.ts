import { readdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'

/** What a run must be quoted with. */
export interface Machine {
  readonly processor: string
  readonly cores: number
  readonly node: string
  readonly platform: string
}

/** Describes this machine. */
export function describeMachine(): Machine {
  const [first] = cpus()
  return {
    processor: first?.model.trim() ?? 'unknown',
    cores: cpus().length,
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
  }
}

const usPerTick = 10_000

/** The parent of the kernel's own threads. */
const kernelPid = 2

/**
 * CPU time that all programs of the machine have used, and that other machines took away; 0 where it is not told.
 * The machine's own total is of no use here: the work of a loopback is in it as interrupts, which some kernels also
 * count for the process they interrupt, and others do not. For the same reason the kernel's threads are left out.
 */
export function readMachineCpuUs(): number {
  const stats = listProcesses().map(readStat)
  const ofPrograms = stats.map((stat) => (stat === undefined || stat.parent === kernelPid ? 0 : stat.cpuUs))
  return ofPrograms.reduce((sum, cpuUs) => sum + cpuUs, readStolenUs())
}

function readStolenUs(): number {
  const [line = ''] = readText('/proc/stat').split('\n', 1)
  const steal = line
    .replace(/^cpu +/, '')
    .split(' ')
    .at(7)
  return Number(steal ?? 0) * usPerTick
}

/** CPU time that a process has used, and its children that ended. */
export function readCpuUs(pid: number): number {
  return readStat(pid)?.cpuUs ?? 0
}

/** CPU time that a process and its children have used, those that ended included. */
export function readFamilyCpuUs(pid: number): number {
  const family = listProcesses().flatMap((each) => {
    const stat = readStat(each)
    return each === pid || stat?.parent === pid ? [stat?.cpuUs ?? 0] : []
  })
  return family.reduce((sum, cpuUs) => sum + cpuUs, 0)
}

function listProcesses(): readonly number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger)
  } catch {
    return []
  }
}

function readStat(pid: number): { readonly parent: number; readonly cpuUs: number } | undefined {
  // The command's name stands in brackets and may hold spaces. What follows is state, parent, and later the times.
  const fields = readText(`/proc/${pid}/stat`)
    .replace(/^.*\) \S+ /s, '')
    .split(' ')
    .map(Number)
  const [parent = Number.NaN] = fields
  const ticks = fields.slice(10, 14).reduce((sum, time) => sum + time, 0)
  return Number.isNaN(parent) ? undefined : { parent, cpuUs: ticks * usPerTick }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
