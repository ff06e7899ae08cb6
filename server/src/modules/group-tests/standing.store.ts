import type pg from 'pg';
import type { Standing } from './seats.rules.ts';

const STANDING = {
  name: 'group_standing',
  text: `SELECT g.state, g.joined_count AS "joinedCount", g.min_seats AS "minSeats", g.target_seats AS "targetSeats",
      least(CASE WHEN g.state = 'open' THEN g.deadline_at END, CASE WHEN g.state = 'gap' THEN g.suspended_until END) AS "nextAt",
      coalesce(m.state = 'joined', false) AS "isIn"
    FROM group_test g LEFT JOIN group_member m ON m.group_id = g.id AND m.user_id = $2
    WHERE g.id = $1`,
};

/** Where a group and one person in it stand, read without a lock in one statement. */
export function standingStore(pool: pg.Pool) {
  return async (groupId: string, userId: string): Promise<Standing | undefined> => {
    const { rows } = await pool.query<Standing>({ ...STANDING, values: [groupId, userId] });
    return rows[0];
  };
}
