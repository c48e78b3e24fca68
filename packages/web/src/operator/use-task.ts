/**
 * Tasks on a page: found again after a reload, followed while they run. Each event has all that is known of a task, so
 * a lost connection loses nothing; the browser connects again by itself.
 */
import type { Task, TaskKind, TaskOrder } from '@lintel/contract/account';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queries } from '../api/account';
import { eventsOf, startTask, tasksQuery } from './api';

/** Milliseconds between two looks at whether another operator has started a task. */
const lookEveryMs = 5_000;

/** The tasks of a kind about a subject on this page. */
export interface TaskHere {
  /** The running task, else the last one; null without any. */
  readonly task: Task | null;
  readonly isRunning: boolean;
  /** Whether the connection over which it is followed is lost for now. */
  readonly isLost: boolean;
  readonly start: (order: TaskOrder) => void;
  /** Why it could not be started. */
  readonly error: Error | null;
  /** The running task is about something else than what was asked for. */
  readonly isOther: boolean;
}

/** Follows the latest task of the kinds, of one subject if it is given. */
export function useTask(kinds: readonly TaskKind[], subject?: string): TaskHere {
  const { data } = useQuery({ ...tasksQuery, refetchInterval: lookEveryMs });
  const starting = useMutation({
    mutationFn: startTask,
    onSuccess: () => queries.invalidateQueries({ queryKey: tasksQuery.queryKey }),
  });
  const ofKind = data?.tasks.filter(({ kind }) => kinds.includes(kind)) ?? [];
  const running = ofKind.find(({ ended_at }) => ended_at === null);
  const known = running ?? ofKind.find((task) => subject === undefined || task.subject === subject) ?? null;
  const { task: followed, isLost } = useFollowed(running?.id ?? null);
  const task = followed?.id === known?.id ? followed : known;
  return {
    task,
    isRunning: task !== null && task.ended_at === null,
    isLost,
    start: (order) => starting.mutate(order),
    error: starting.error,
    isOther: running !== undefined && subject !== undefined && running.subject !== subject,
  };
}

function useFollowed(id: string | null): { readonly task: Task | null; readonly isLost: boolean } {
  const [task, setTask] = useState<Task | null>(null);
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    if (id === null) return;
    const events = new EventSource(eventsOf(id));
    events.onopen = () => setLost(false);
    events.onerror = () => setLost(true);
    events.onmessage = ({ data }: MessageEvent<string>) => {
      const state = JSON.parse(data) as Task;
      setTask(state);
      if (state.ended_at === null) return;
      events.close();
      // What the task changed is asked for anew, on every page.
      void queries.invalidateQueries({ queryKey: ['operator'] });
    };
    return () => events.close();
  }, [id]);
  return { task: task?.id === id ? task : null, isLost };
}
