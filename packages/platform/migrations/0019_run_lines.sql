-- The checks of a payout's lines are planned for the tables as they are, and not compiled (D160): a plan that was made for
-- few commissions looked up each line in an index of its workspace alone, and read all of them.
alter function assign_lines() set plan_cache_mode to force_custom_plan;
alter function assign_lines() set jit to off;
